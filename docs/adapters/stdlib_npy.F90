! An adapter for load_npy of the Fortran standard library (stdlib):
!
!   gfortran -ffree-line-length-none -I STDLIB/include stdlib_npy.F90 -L STDLIB/lib -lfortran_stdlib -o stdlib_npy
!   npycheck conform --unsupported npz,0d -- ./stdlib_npy
!
! load_npy needs an array of the type and the rank of the file, so this tries each, and shows the last error.
#define TRY(TYPE, DIMS, REVERSED, NAME) \
  block; TYPE, allocatable :: a DIMS; \
    call load_npy(trim(file), a, stat, message); \
    if (stat == 0) call answer(NAME, shape(a), transfer(REVERSED, [0_int8])); \
  end block
#define RANKS(TYPE, NAME) \
  TRY(TYPE, (:), a, NAME); \
  TRY(TYPE, (:,:), transpose(a), NAME); \
  TRY(TYPE, (:,:,:), reshape(a, [size(a,3), size(a,2), size(a,1)], order=[3,2,1]), NAME)

program stdlib_npy
  use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
  use stdlib_io_npy, only: load_npy
  implicit none
  character(len=4096) :: file
  character(len=:), allocatable :: message
  integer :: stat

  call get_command_argument(1, file)
  RANKS(integer(int8), "|i1")
  RANKS(integer(int16), "<i2")
  RANKS(integer(int32), "<i4")
  RANKS(integer(int64), "<i8")
  RANKS(real(real32), "<f4")
  RANKS(real(real64), "<f8")
  RANKS(complex(real32), "<c8")
  RANKS(complex(real64), "<c16")
  write (error_unit, '(a)') message
  stop 1, quiet=.true.

contains

  subroutine answer(dtype, shape, bytes)
    character(len=*), intent(in) :: dtype
    integer, intent(in) :: shape(:)
    integer(int8), intent(in) :: bytes(:)
    integer :: i
    write (*, '(3a)', advance='no') '{"dtype":"', dtype, '","shape":['
    write (*, '(*(i0,:,","))', advance='no') shape
    write (*, '(a)', advance='no') '],"data":"'
    write (*, '(*(z2.2))', advance='no') bytes
    write (*, '(a)') '"}'
    stop
  end subroutine
end program
